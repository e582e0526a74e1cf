import { createHash } from 'node:crypto';
import type { CashRegister, FiscalData, ReceiptDocument, RegisterAnswer } from './cash-register';

/** Registers nothing anywhere: a demo without a register shows what one answers. Each shop has another fiscal drive. */
export const openDemo = (shopId = 0): CashRegister => ({
  name: 'demo',
  paceMs: 0,
  send: async (document) => registered(document, shopId),
  find: async (document) => registered(document, shopId),
  // It answers at once, so nothing is read later.
  read: async () => ({ kind: 'none' }),
  totals: null,
  parseCallback: null,
});

function registered(document: ReceiptDocument, shopId: number): RegisterAnswer {
  const { id, receiptId, lines, at } = document;
  const total = lines.reduce((sum, line) => sum + line.sum, 0);
  return {
    kind: 'done',
    id,
    fiscal: demoFiscal(receiptId, at, shopId),
    isOf: { documentId: id, total },
  };
}

const perShift = 40;

/** Numbers that look like those of a register, the same for the same receipt. */
function demoFiscal(receiptId: number, registeredAt: Date, shopId: number): FiscalData {
  const digest = createHash('sha256').update(`receipt ${receiptId}`).digest();
  return {
    ...demoDrive(shopId),
    documentNumber: String(1000 + receiptId),
    sign: String(1_000_000_000 + (digest.readUInt32BE() % 3_000_000_000)),
    shift: 1 + Math.floor(receiptId / perShift),
    numberInShift: 1 + (receiptId % perShift),
    registeredAt,
    url: null,
  };
}

/** Numbers of the fiscal drive and of the register; 0 is the marketplace. */
const demoDrive = (shopId: number): Pick<FiscalData, 'driveNumber' | 'registerNumber'> => ({
  driveNumber: String(9_999_078_902_003_110n + BigInt(shopId)),
  registerNumber: String(1_054_321 + shopId).padStart(16, '0'),
});
