//! Conditions under which a field with its default value is not written.

pub(crate) fn is_zero_byte(value: &u8) -> bool {
    *value == 0
}

pub(crate) fn is_false(value: &bool) -> bool {
    !value
}
