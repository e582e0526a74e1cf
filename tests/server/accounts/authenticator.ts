import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** A passkey in software, for what browsers refuse to send. */
export function buildAuthenticator(site = { origin: 'https://shop.test', rpId: 'shop.test' }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = (value: string) => Buffer.from(value, 'base64url');
  // {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR: ES256 on P-256.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    point(x),
    Buffer.from('225820', 'hex'),
    point(y),
  ]);
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
  /** User present and verified, unless said otherwise. */
  const authData = (flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      createHash('sha256').update(site.rpId).digest(),
      Buffer.from([flags]),
      count,
      more,
    ]);
  };
  return {
    id: id.toString('base64url'),
    setCounter: (value: number) => {
      counter = value;
    },
    /** The body of `POST me/passkeys` but for the name. */
    create(challenge: string, { origin = site.origin, flags = 0x45 } = {}) {
      const length = Buffer.from([0, id.length]);
      const data = authData(flags, Buffer.concat([Buffer.alloc(16), length, id, coseKey]));
      const attestation = Buffer.concat([
        // {fmt: 'none', attStmt: {}, authData: bytes} in CBOR.
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: clientData('create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      };
    },
    /** The body of `POST token/passkey`. */
    prove(challenge: string, { origin = site.origin, flags = 0x05 } = {}) {
      counter += 1;
      const client = clientData('get', challenge, origin);
      const data = authData(flags);
      const hash = createHash('sha256').update(client).digest();
      const signature = createSign('sha256')
        .update(Buffer.concat([data, hash]))
        .sign(privateKey);
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
