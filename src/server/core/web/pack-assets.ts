import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);
const mark = '//# allFunctionsCalledOnLoad\n';

/** Marks the large scripts of a build for eager compilation and writes a brotli copy of every script and style. */
export async function packAssets(distDir: string): Promise<void> {
  const folder = join(distDir, 'static');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await Promise.all(
    names
      .filter((name) => /\.(js|css)$/.test(name))
      .map(async (name) => {
        const file = join(folder, name);
        // Chromium compiles a marked file while it downloads instead of per function on first call: pays off for large
        // files. The mark must be the first line.
        if (name.endsWith('.js') && statSync(file).size > 20_000) markScript(file);
        // Served by `src/web.ts` to clients that accept brotli.
        writeFileSync(`${file}.br`, await compress(readFileSync(file)));
      }),
  );
}

/** The source map, where there is one, moves by the line of the mark. */
function markScript(file: string): void {
  writeFileSync(file, mark + readFileSync(file, 'utf8'));
  const mapFile = `${file}.map`;
  if (!statSync(mapFile, { throwIfNoEntry: false })) return;
  const map = JSON.parse(readFileSync(mapFile, 'utf8'));
  writeFileSync(mapFile, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
}
