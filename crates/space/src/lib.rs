//! Sets of deals as values.
