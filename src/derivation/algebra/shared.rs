//! Ordered maps whose clones share their entries.

use std::collections::BTreeMap;
use std::collections::btree_map::{IntoIter, Iter, IterMut};
use std::fmt::{self, Debug, Formatter};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// An ordered map that is copied on its first change after a clone: formulas are cloned far more often
/// than they are changed.
pub struct Shared<K: 'static, V: 'static>(Option<Arc<BTreeMap<K, V>>>);

impl<K, V> Shared<K, V> {
    /// The target of a map without entries.
    const EMPTY: &'static BTreeMap<K, V> = &BTreeMap::new();

    fn is_same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (None, None) => true,
            _ => false,
        }
    }
}

impl<K: Ord + Clone, V: Clone> Shared<K, V> {
    /// Removes a key. Copies nothing if it is absent.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.contains_key(key).then(|| (**self).remove(key))?
    }

    /// Keeps some entries. Copies nothing if the map is empty.
    pub fn retain(&mut self, keep: impl FnMut(&K, &mut V) -> bool) {
        if !self.is_empty() {
            (**self).retain(keep);
        }
    }
}

impl<K, V> Default for Shared<K, V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K, V> Clone for Shared<K, V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K, V> Deref for Shared<K, V> {
    type Target = BTreeMap<K, V>;

    fn deref(&self) -> &Self::Target {
        self.0.as_deref().unwrap_or(Self::EMPTY)
    }
}

impl<K: Clone, V: Clone> DerefMut for Shared<K, V> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        Arc::make_mut(self.0.get_or_insert_default())
    }
}

impl<K, V> From<BTreeMap<K, V>> for Shared<K, V> {
    fn from(map: BTreeMap<K, V>) -> Self {
        Self((!map.is_empty()).then(|| Arc::new(map)))
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Shared<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        BTreeMap::from(entries).into()
    }
}

impl<K: Clone, V: Clone> IntoIterator for Shared<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.0
            .map(Arc::unwrap_or_clone)
            .unwrap_or_default()
            .into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a Shared<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, K: Clone, V: Clone> IntoIterator for &'a mut Shared<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<K: Eq, V: Eq> PartialEq for Shared<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || **self == **other
    }
}

impl<K: Eq, V: Eq> Eq for Shared<K, V> {}

impl<K: Ord, V: Ord> PartialOrd for Shared<K, V> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord, V: Ord> Ord for Shared<K, V> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        if self.is_same(other) {
            return std::cmp::Ordering::Equal;
        }
        (**self).cmp(&**other)
    }
}

impl<K: Hash, V: Hash> Hash for Shared<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<K: Debug, V: Debug> Debug for Shared<K, V> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}
