//! `fairdeal studio`: the page in the browser, from inside the program. It is served on this machine only, and the engine is in
//! the page: nothing is sent anywhere.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use clap::Args;
use fairdeal_server::{STUDIO, Server, Settings};

use crate::interrupt::stoppable;
use crate::{Failure, watch};

/// What the page keeps in a browser belongs to its address, so this is always the same unless someone says otherwise.
const PORT: u16 = 4252;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The port on this machine; 0 is any that is free. What the page keeps in the browser belongs to its port
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,

    /// Only say the address, and open no browser
    #[arg(long)]
    no_open: bool,
}

const EXAMPLES: &str = "\
Examples:
  fairdeal studio                       opens the page in the browser; Ctrl-C ends it
  fairdeal studio --no-open --port 0    only says where it is, at a port that is free";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if STUDIO.is_empty() {
        let message = "the studio was not built into this program: run studio/build in the source, and build the program again";
        return Err(Failure::Work(anyhow::anyhow!(message)));
    }
    let server = Server::bind(Settings::on_port(arguments.port))?;
    let address = format!("http://{}/", server.address());
    let mut out = io::stdout();
    writeln!(out, "{address}")?;
    out.flush()?;
    if !arguments.no_open {
        open(&address);
    }
    Ok(stoppable(|| server.run(Box::new(io::sink()), watch()))?)
}

/// Opens the browser; whoever has none has read the address.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let _ = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
