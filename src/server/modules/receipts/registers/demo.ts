import { createHash } from 'node:crypto';
import type { CashRegister, FiscalData, ReceiptDocument, RegisterAnswer } from './cash-register';

/** Registers nothing anywhere: a demo without a register shows what one answers. */
export const demoRegister: CashRegister = {
  name: 'demo',
  paceMs: 0,
  send: async (document) => registered(document),
  find: async (document) => registered(document),
  // It answers at once, so nothing is read later.
  read: async () => ({ kind: 'none' }),
  totals: null,
  parseCallback: null,
};

function registered(document: ReceiptDocument): RegisterAnswer {
  const { id, receiptId, lines, at } = document;
  const total = lines.reduce((sum, line) => sum + line.sum, 0);
  return {
    kind: 'done',
    id,
    fiscal: demoFiscal(receiptId, at),
    isOf: { documentId: id, total },
  };
}

const perShift = 40;

/** Numbers that look like those of a register, the same for the same receipt. */
function demoFiscal(receiptId: number, registeredAt: Date): FiscalData {
  const digest = createHash('sha256').update(`receipt ${receiptId}`).digest();
  return {
    driveNumber: '9999078902003110',
    documentNumber: String(1000 + receiptId),
    sign: String(1_000_000_000 + (digest.readUInt32BE() % 3_000_000_000)),
    shift: 1 + Math.floor(receiptId / perShift),
    numberInShift: 1 + (receiptId % perShift),
    registerNumber: '0000000001054321',
    registeredAt,
    url: null,
  };
}
