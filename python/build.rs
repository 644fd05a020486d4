//! What the linker has to be told on some systems, where Python's own symbols are found only when the module is loaded.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
