//! The command where it is built with tables.

mod tables_of_the_command;
