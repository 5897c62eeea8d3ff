/** Returns how many bytes arrived. */
export default function countBytes({ bytes }: { bytes: Uint8Array }): number {
  return bytes.byteLength
}
