//! Random streams: every board of a seed has its own.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The generator of a stream: ChaCha with 8 rounds, the same on every machine.
pub type Stream = ChaCha8Rng;

/// The stream of one board of a seed: what it gives does not depend on any other board, so threads, order
/// and sharding do not matter.
///
/// The key is the seed, in its first eight bytes, and the name of this scheme; the stream number is the
/// board's.
pub fn stream(seed: u64, board: u64) -> Stream {
    let mut key = *b"........fairdeal board stream v1";
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut stream = ChaCha8Rng::from_seed(key);
    stream.set_stream(board);
    stream
}
