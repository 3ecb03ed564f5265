//! Where names lead at run time: the scopes of a call and of the blocks around a processor.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::definitions::Operator;
use super::memory::{Cell, Memory, Store, StoreId};
use super::names::{Entity, Names, Owner};
use super::types::Typing;

/// What a call brings with it.
pub struct Frame<'a> {
    pub names: Rc<Names<'a>>,
    pub typing: Rc<Typing>,
    /// What ⊕ means.
    pub operator: Option<Operator>,
    /// How many calls are around it.
    pub depth: usize,
}

/// What one processor holds of one block, or one call of its body.
pub struct Scope<'a> {
    pub owner: Owner,
    pub frame: Rc<Frame<'a>>,
    outer: Option<Rc<Scope<'a>>>,
    bindings: RefCell<HashMap<&'a str, Binding>>,
}

/// What a name leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    Scalar {
        cell: Cell,
        shared: bool,
    },
    Array(StoreId),
    /// Declared in the text, not yet made.
    FutureArray {
        shared: bool,
    },
}

impl<'a> Scope<'a> {
    /// All scalars that the owner holds come into being, unwritten.
    pub fn new(
        owner: Owner,
        frame: Rc<Frame<'a>>,
        outer: Option<Rc<Self>>,
        memory: &RefCell<Memory>,
    ) -> Rc<Self> {
        let mut bindings = HashMap::new();
        for (name, entity) in frame.names.of(owner) {
            if let Entity::Scalar { shared } = entity {
                let ty = frame.typing.variable(owner, name);
                let store = Store {
                    name: name.to_owned(),
                    ty,
                    dimensions: None,
                    shared,
                };
                let cell = Cell {
                    store: memory.borrow_mut().create(store),
                    position: 0,
                };
                bindings.insert(name, Binding::Scalar { cell, shared });
            }
        }
        Rc::new(Self {
            owner,
            frame,
            outer,
            bindings: RefCell::new(bindings),
        })
    }

    /// Gives the owner copies of all scalars around it: "a scalar assigned outside is copied to each
    /// processor; assignments stay in the block".
    pub fn copy_scalars(&self, memory: &RefCell<Memory>) {
        let mut memory = memory.borrow_mut();
        let mut bindings = self.bindings.borrow_mut();
        let mut around = self.outer.as_deref();
        while let Some(scope) = around {
            for (name, binding) in scope.bindings.borrow().iter() {
                let Binding::Scalar { cell, shared } = *binding else {
                    continue;
                };
                if bindings.contains_key(name) {
                    continue;
                }
                let (store, value) = (memory.store(cell.store).clone(), memory.get(cell));
                let cell = Cell {
                    store: memory.create(store),
                    position: 0,
                };
                if let Some(value) = value {
                    memory.set(cell, value);
                }
                bindings.insert(name, Binding::Scalar { cell, shared });
            }
            around = scope.outer.as_deref();
        }
    }

    /// What a name means here, innermost block first; none for `p`, which nothing declares.
    pub fn find(&self, name: &str) -> Option<Binding> {
        if let Some(&binding) = self.bindings.borrow().get(name) {
            return Some(binding);
        }
        if let Some(Entity::Array { shared }) = self.frame.names.get(self.owner, name) {
            return Some(Binding::FutureArray { shared });
        }
        self.outer.as_ref()?.find(name)
    }

    /// Makes an array known under a name of this scope.
    pub fn bind_array(&self, name: &'a str, store: StoreId) {
        self.bindings
            .borrow_mut()
            .insert(name, Binding::Array(store));
    }

    /// The owners around this place, outermost first.
    pub fn chain(&self) -> Vec<Owner> {
        let mut chain = self
            .outer
            .as_ref()
            .map_or_else(Vec::new, |outer| outer.chain());
        chain.push(self.owner);
        chain
    }
}
