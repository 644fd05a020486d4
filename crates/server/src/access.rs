//! Who may ask: whoever has the token, or, where there is none, whoever is on this machine.

use std::fmt;
use std::io::Read;
use std::net::IpAddr;
use std::path::Path;

use hyper::HeaderMap;
use hyper::header::{AUTHORIZATION, HOST};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::limits::SHORTEST_TOKEN;

/// A token: only its digest is kept.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Token")
    }
}

/// Why a file gives no token.
#[derive(Debug)]
pub enum TokenError {
    /// It cannot be read.
    Unreadable(std::io::Error),
    /// What it has is no token.
    NotAToken,
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TokenError::Unreadable(error) => {
                write!(f, "cannot be read: {}", fairdeal::answer::cause(error))
            }
            TokenError::NotAToken => write!(
                f,
                "has no token: one line of {SHORTEST_TOKEN} characters or more, without spaces"
            ),
        }
    }
}

impl std::error::Error for TokenError {}

impl Token {
    /// A token: some letters, digits and signs, without spaces.
    ///
    /// # Errors
    /// [`TokenError::NotAToken`].
    pub fn new(text: &str) -> Result<Token, TokenError> {
        if text.len() < SHORTEST_TOKEN || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(TokenError::NotAToken);
        }
        Ok(Token(Sha256::digest(text).into()))
    }

    /// The token that a file has on its one line.
    ///
    /// # Errors
    /// That it cannot be read, or has none.
    pub fn from_file(path: &Path) -> Result<Token, TokenError> {
        let file = std::fs::File::open(path).map_err(TokenError::Unreadable)?;
        let mut text = String::new();
        let read = file.take(4_096).read_to_string(&mut text);
        read.map_err(TokenError::Unreadable)?;
        Token::new(text.trim())
    }

    /// Whether it is this one. How long that takes says nothing about either.
    ///
    /// ```
    /// let token = fairdeal_server::Token::new("correct-horse-battery").unwrap();
    /// assert!(token.is("correct-horse-battery") && !token.is("correct-horse-batterz"));
    /// ```
    pub fn is(&self, text: &str) -> bool {
        let other: [u8; 32] = Sha256::digest(text).into();
        self.0.ct_eq(&other).into()
    }

    /// Whether a request has it.
    pub(crate) fn is_in(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(AUTHORIZATION).and_then(|it| it.to_str().ok());
        let given = given.and_then(|text| text.split_once(' '));
        given.is_some_and(|(scheme, token)| {
            scheme.eq_ignore_ascii_case("bearer") && self.is(token.trim())
        })
    }
}

/// Whether a request calls this machine by a name of its own. A page from elsewhere whose name was made to lead here does not.
pub(crate) fn names_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(HOST) else {
        return true;
    };
    let Ok(host) = host.to_str() else {
        return false;
    };
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost")
        || name
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_long_and_has_no_spaces() {
        for text in [
            "",
            "short",
            "fifteen-letters",
            "sixteen letters!!",
            "sechzehn-zeichen-ä",
        ] {
            assert!(Token::new(text).is_err(), "{text}");
        }
        let headers = |value: &str| HeaderMap::from_iter([(AUTHORIZATION, value.parse().unwrap())]);
        let token = Token::new("0123456789abcdef").unwrap();
        assert!(token.is_in(&headers("Bearer 0123456789abcdef")));
        assert!(token.is_in(&headers("bearer 0123456789abcdef")));
        for wrong in [
            "0123456789abcdef",
            "Basic 0123456789abcdef",
            "Bearer 0123456789abcdeF",
            "Bearer 0123456789abcde",
            "Bearer ",
        ] {
            assert!(!token.is_in(&headers(wrong)), "{wrong}");
        }
        assert!(!token.is_in(&HeaderMap::new()));
        assert_eq!(format!("{token:?}"), "Token");
    }

    #[test]
    fn this_machine_has_names() {
        let named =
            |host: &str| names_this_machine(&HeaderMap::from_iter([(HOST, host.parse().unwrap())]));
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8080",
            "127.8.8.8",
            "[::1]:80",
            "[::1]",
        ] {
            assert!(named(host), "{host}");
        }
        for host in [
            "example.org",
            "localhost.example.org:80",
            "10.0.0.1",
            "[::2]:80",
            "",
            "127.0.0.1.evil",
        ] {
            assert!(!named(host), "{host}");
        }
    }
}
