//! What is wrong with `--shard`, in English.

/// It is not written as two numbers.
pub(super) fn no_shard() -> String {
    "a shard is written K/M, such as 0/16 for the first of 16".to_owned()
}

/// There are no shards, or too many.
pub(super) fn shard_count(most: u32) -> String {
    format!("the number of shards is at least 1 and at most {most}")
}

/// K is not below M.
pub(super) fn shard_index(index: u32, count: u32) -> String {
    let last = count - 1;
    format!(
        "shards count from 0: the last of {count} is {last}/{count}, so there is no {index}/{count}"
    )
}
