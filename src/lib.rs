//! gabata
