import type { ReceiptView } from '@/contract/receipts/views';

const proof = {
  ...{ drive: '7384440800123456', document: '20418', sign: '3529637311', shift: 1, number_in_shift: 5 },
  ...{ register: '0001', at: '2026-11-19T12:59:00.000Z' },
};

export const receipt = (more: Partial<ReceiptView>): ReceiptView => ({
  ...{ id: 9, kind: 'prepayment', is_return: false, state: 'done', exclusion: null, amount: 6440 },
  ...{ created_at: '2026-11-19T12:58:00.000Z', part: null, proof, qr: null, page: null, url: null },
  ...{ recipient: null, channels: [], trouble: null, reason: null, corrects_id: null, may_correct: false },
  ...{ shop: null, may_note_made: false },
  ...more,
});
