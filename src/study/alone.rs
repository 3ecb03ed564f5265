//! The sequential algorithm on a multicomputer of one processor: as the only statement of a block, so
//! that its instructions are counted as those of the parallel program are.

use indexmap::IndexMap;

use crate::machine::value::Value;
use crate::semantic::Signature;
use crate::source::Sources;
use crate::syntax::{self, ast};

/// The file with a program that calls its sequential algorithm on the inputs of the parallel one: on
/// those of the same name, else on those in the same place.
pub(super) fn program(
    file: &ast::File,
    sequential: &Signature,
    inputs: &IndexMap<String, Value>,
    sources: &mut Sources,
) -> Result<ast::File, String> {
    let mut arguments = Vec::new();
    for (place, parameter) in sequential.inputs.iter().enumerate() {
        let name = &parameter.name.text;
        let is_array = parameter.dimensions.is_some();
        let fits = |value: &Value| matches!(value, Value::Array(_)) == is_array;
        let named = inputs.get_key_value(name).filter(|(_, value)| fits(value));
        let found = named.or_else(|| inputs.get_index(place).filter(|(_, value)| fits(value)));
        let (input, _) =
            found.ok_or_else(|| format!("its parameter `{name}` is no input of this run"))?;
        arguments.push(if is_array {
            format!("{input}[]")
        } else {
            input.clone()
        });
    }
    let text = format!(
        "program\nparallel (for each processor own_number, own_number = 0, ..., 0)\n{}({});\n\
         end_parallel\nend_program\n",
        sequential.name,
        arguments.join(", ")
    );
    let added = sources.add("the sequential algorithm", text);
    let (alone, problems) = syntax::parse(sources, added);
    if let Some(problem) = problems.into_iter().next() {
        return Err(problem.message);
    }
    let is_program = |item: &ast::Item| matches!(item, ast::Item::Program(_));
    let kept = file.items.iter().filter(|item| !is_program(item)).cloned();
    Ok(ast::File {
        items: kept.chain(alone.items).collect(),
        vocabularies: file.vocabularies.clone(),
    })
}
