//! Names that hold the subscript of an array.

use pram::semantic::subscript_in_name::cell_in_name;

#[test]
fn subscripts_behind_the_names_of_arrays() {
    let found = |name| {
        let is_index = |index: &str| matches!(index, "i" | "j" | "row" | "1");
        cell_in_name(name, |array| matches!(array, "A" | "big_one"), is_index)
            .map(|(array, subscripts)| format!("{array}[{subscripts}]"))
    };
    assert_eq!(found("A_i").as_deref(), Some("A[i]"));
    assert_eq!(found("A_ij").as_deref(), Some("A[i, j]"));
    assert_eq!(found("A_row").as_deref(), Some("A[row]"));
    assert_eq!(found("big_one_j").as_deref(), Some("big_one[j]"));
    assert_eq!(found("Aᵢⱼ").as_deref(), Some("A[i, j]"));
    assert_eq!(found("A₁").as_deref(), Some("A[1]"));
    for other in ["A", "A_", "A_k", "A_ik", "B_i", "Ai", "A_i_", "_i"] {
        assert_eq!(found(other), None, "{other}");
    }
}
