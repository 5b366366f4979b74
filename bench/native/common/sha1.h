/* SHA-1 of messages that fit in one block: FIPS 180-4. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* The message is length bytes, at most 55. The digest is five words. */
void sha1(uint32_t digest[5], const uint8_t *message, size_t length);
