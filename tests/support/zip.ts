import { crc32, deflateRawSync } from 'node:zlib';

/** Packs files into a ZIP. Names are UTF-8 and say so, unless `encode` writes them otherwise. */
export function zipOf(files: Record<string, Buffer>, encode?: (path: string) => Buffer): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = encode?.(path) ?? Buffer.from(path);
    const packed = deflateRawSync(content);
    const known = Buffer.alloc(26);
    known.writeUInt16LE(20, 0);
    known.writeUInt16LE(encode ? 0 : 0x0800, 2);
    known.writeUInt16LE(8, 4);
    known.writeUInt16LE(33, 8);
    known.writeUInt32LE(crc32(content), 10);
    known.writeUInt32LE(packed.length, 14);
    known.writeUInt32LE(content.length, 18);
    known.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(20, 4);
    known.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, name);
    const whole = [Buffer.from('PK\x03\x04', 'latin1'), known, name, packed];
    parts.push(...whole);
    offset += Buffer.concat(whole).length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
