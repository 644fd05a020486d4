//! A short mark of a question, by which parts of one run are told from parts of another.

/// Sixteen hexadecimal digits that some texts nearly always have to themselves (FNV-1a). It is no secret and no proof.
pub(crate) fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for text in texts {
        text.bytes().for_each(&mut add);
        // What no text has stands between two of them.
        add(0xff);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_their_own() {
        assert_eq!(fingerprint([]), "cbf29ce484222325");
        let one = fingerprint(["ab", "c"]);
        assert_ne!(one, fingerprint(["a", "bc"]));
        assert_ne!(one, fingerprint(["abc"]));
        assert_eq!(one, fingerprint(["ab", "c"]));
    }
}
