//! Values that are replaced while other threads use them.

use std::sync::{Arc, PoisonError, RwLock};

/// A value that can be replaced at any time. Code that uses the previous value finishes with it.
#[derive(Debug)]
pub struct Reloadable<T>(RwLock<Arc<T>>);

impl<T> Reloadable<T> {
    /// One with this value.
    pub fn new(value: T) -> Self {
        Self(RwLock::new(Arc::new(value)))
    }

    /// The current value.
    pub fn get(&self) -> Arc<T> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The last value.
    pub fn into_inner(self) -> Arc<T> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the value.
    pub fn replace(&self, value: T) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_value_remains_with_those_who_use_it() {
        let reloadable = Reloadable::new(1);
        let used = reloadable.get();
        reloadable.replace(2);
        assert_eq!((*used, *reloadable.get()), (1, 2));
    }
}
