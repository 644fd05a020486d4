//! `fairdeal serve`: the verbs of the library over HTTP.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use fairdeal::Effort;
use fairdeal_server::{Bounds, Server, ServerError, Settings, Token, limits};

use crate::deal::thread_number;
use crate::interrupt::stoppable;
use crate::question::effort;
use crate::{Failure, watch};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The port to listen on; 0 is any that is free
    #[arg(long, value_name = "N")]
    port: u16,

    /// The address to listen on; one that others can reach needs --token-file
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// Answer only who shows the token that this file has on its one line
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    #[command(flatten)]
    bounds: BoundsArguments,

    /// Write no log to standard error
    #[arg(short, long)]
    quiet: bool,
}

// How much is worked on for others.
#[derive(Args)]
pub(crate) struct BoundsArguments {
    /// How many requests are worked on at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = thread_number)]
    at_once: Option<usize>,

    /// How many more may wait; the rest is told to come back
    #[arg(long, value_name = "N", default_value_t = limits::QUEUE)]
    queue: usize,

    /// How many seconds one request may take
    #[arg(long, value_name = "S", default_value_t = limits::SECONDS, value_parser = RangedU64ValueParser::<u64>::new().range(1..=86_400))]
    seconds: u64,

    /// The most effort that a request may ask for: quick, usual or patient
    #[arg(long, value_name = "EFFORT", value_parser = effort, default_value = "usual")]
    most_effort: Effort,
}

impl BoundsArguments {
    pub(crate) fn bounds(&self) -> Bounds {
        let usual = Bounds::default();
        Bounds {
            at_once: self.at_once.unwrap_or(usual.at_once),
            queue: self.queue,
            seconds: self.seconds,
            limits: usual.limits.with_effort(self.most_effort),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  fairdeal serve --port 8042                                            then open http://127.0.0.1:8042/
  curl -H 'Content-Type: application/json' -d '{\"script\": \"hcp(south) > 15\"}' http://127.0.0.1:8042/v1/odds
  fairdeal serve --port 8042 --address 0.0.0.0 --token-file secret      for others, who need the token

Ctrl-C or SIGTERM lets it finish what it works on; a second one ends it at once.";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let server = Server::bind(arguments.settings()?).map_err(|error| match error {
        ServerError::NoToken(_) => Failure::Usage(format!("{error}; give --token-file")),
        error => error.into(),
    })?;
    let mut out = io::stdout();
    writeln!(out, "http://{}/", server.address())?;
    out.flush()?;
    let log: Box<dyn Write + Send> = if arguments.quiet {
        Box::new(io::sink())
    } else {
        Box::new(io::stderr())
    };
    Ok(stoppable(|| server.run(log, watch()))?)
}

impl Arguments {
    fn settings(&self) -> Result<Settings, Failure> {
        let token = self
            .token_file
            .as_deref()
            .map(|path| Token::from_file(path).with_context(|| path.display().to_string()));
        Ok(Settings {
            address: (self.address, self.port).into(),
            token: token.transpose()?,
            bounds: self.bounds.bounds(),
            tools: Some(fairdeal_mcp::over_http),
            ..Settings::on_port(self.port)
        })
    }
}
