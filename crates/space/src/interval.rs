//! How far a share that was found by drawing may be from the truth.

/// Wilson's interval for a share, at 95%: `found` of so many draws.
///
/// ```
/// let (low, high) = space::interval(50, 100);
/// assert!(0.40 < low && low < 0.41 && 0.59 < high && high < 0.60);
/// assert_eq!(space::interval(0, 100).0, 0.0);
/// ```
pub fn interval(found: u64, draws: u64) -> (f64, f64) {
    let (n, z) = (draws.max(1) as f64, 1.959964);
    let p = found as f64 / n;
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (
        ((centre - spread) / scale).max(0.0),
        ((centre + spread) / scale).min(1.0),
    )
}
