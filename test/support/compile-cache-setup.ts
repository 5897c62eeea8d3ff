import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Whatever tests start (workers, their threads, servers, commands) compiles the same modules thousands of times, so
 * they share a cache that outlives the run. Node names a folder in it for each of its versions.
 */
export default function setUpCompileCache(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), `quarry-compile-cache-${process.getuid?.() ?? 0}`)
}
