import { readFileSync } from 'node:fs';

const { config } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Flags of Node for every start of the product: they bound the memory between collections (`docs/performance.md`). */
export const nodeFlags: string[] = config.node.split(' ');
