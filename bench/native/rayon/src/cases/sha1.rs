//! SHA-1 of messages that fit in one block: FIPS 180-4.

pub type Digest = [u8; 20];

/// The message is at most 55 bytes long.
pub fn sha1(message: &[u8]) -> Digest {
    let mut block = [0u8; 64];
    block[..message.len()].copy_from_slice(message);
    block[message.len()] = 0x80;
    block[56..].copy_from_slice(&(8 * message.len() as u64).to_be_bytes());
    let mut out = [0; 20];
    for (bytes, word) in out.chunks_exact_mut(4).zip(compress(&block)) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    out
}

const START: [u32; 5] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0];

fn compress(block: &[u8; 64]) -> [u32; 5] {
    let mut w = [0u32; 80];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for t in 16..80 {
        w[t] = (w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotate_left(1);
    }
    let mut s = START;
    rounds(&mut s, &w[0..20], 0x5A82_7999, |b, c, d| d ^ (b & (c ^ d)));
    rounds(&mut s, &w[20..40], 0x6ED9_EBA1, |b, c, d| b ^ c ^ d);
    rounds(&mut s, &w[40..60], 0x8F1B_BCDC, |b, c, d| (b & c) | (d & (b | c)));
    rounds(&mut s, &w[60..80], 0xCA62_C1D6, |b, c, d| b ^ c ^ d);
    std::array::from_fn(|i| s[i].wrapping_add(START[i]))
}

#[inline(always)]
fn rounds(s: &mut [u32; 5], words: &[u32], k: u32, f: impl Fn(u32, u32, u32) -> u32) {
    let [mut a, mut b, mut c, mut d, mut e] = *s;
    for w in words {
        let next = a.rotate_left(5).wrapping_add(f(b, c, d)).wrapping_add(e).wrapping_add(k).wrapping_add(*w);
        (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
    }
    *s = [a, b, c, d, e];
}
