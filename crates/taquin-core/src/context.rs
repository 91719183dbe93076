//! State shared between solves: table caches, automata, a device.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Shared state that outlives a solve.
///
/// Each crate keeps its own type in it (a cache of pattern databases, the automata of a search, a GPU),
/// made by its `Default` when it is first needed or [put there](Context::with) by the caller. A context
/// saves time and never changes an answer. Clones share their contents; separately created contexts
/// share nothing.
///
/// ```
/// use taquin_core::{Context, Control, Limits};
///
/// let context = Context::new();
/// let first = Control::new(Limits::default()).within(&context);
/// let second = Control::new(Limits::default()).within(&context); // finds the tables of the first
/// # let _ = (first, second);
/// ```
#[derive(Clone, Default)]
pub struct Context {
    parts: Arc<Mutex<HashMap<TypeId, Part>>>,
}

type Part = Arc<dyn Any + Send + Sync>;

impl Context {
    /// An empty context.
    pub fn new() -> Self {
        Self::default()
    }

    /// The context with this value as its part of that type.
    pub fn with<T: Send + Sync + 'static>(self, part: T) -> Self {
        self.lock().insert(TypeId::of::<T>(), Arc::new(part));
        self
    }

    /// The part of a type, made by its `Default` if it is not there yet.
    pub fn part<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut parts = self.lock();
        let part = parts
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Arc::new(T::default()));
        let part = Arc::clone(part).downcast();
        part.expect("a part is stored under its own type")
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<TypeId, Part>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("parts", &self.lock().len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Cache(Mutex<Vec<u32>>);

    #[test]
    fn clones_share_their_parts_and_others_do_not() {
        let (one, other) = (Context::new(), Context::new());
        one.part::<Cache>().0.lock().unwrap().push(7);
        assert_eq!(*one.clone().part::<Cache>().0.lock().unwrap(), [7]);
        assert!(other.part::<Cache>().0.lock().unwrap().is_empty());
    }

    #[test]
    fn a_part_can_be_handed_in() {
        let context = Context::new().with(Cache(Mutex::new(vec![1])));
        assert_eq!(*context.part::<Cache>().0.lock().unwrap(), [1]);
    }
}
