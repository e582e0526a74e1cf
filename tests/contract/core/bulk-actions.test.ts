import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { declaredActions } from '@/contract/actions';
import { splitAddress } from '@/contract/core/action';
import { familyActions } from '@/contract/family-actions';

/**
 * Every change of many rows shows before what it does and can be undone after, or says by name why it cannot be
 * (rules/panel: a bulk change shows before what it does). A new endpoint without an entry fails here.
 */
interface Action {
  /** The endpoint, or the screen that knows the rows already. */
  preview: string;
  undo?: string;
  /** Why there is no undo, or not of all. */
  stands?: string;
}

const familyUndo = ':family/bulk/:id/undo';

const actions: Record<string, Action> = {
  ':family/bulk/remove': { preview: ':family/bulk/uses', undo: familyUndo },
  ':family/bulk/set': { preview: ':family/bulk/set/preview', undo: familyUndo },
  // With `preview` in the body they take their change back in the same transaction.
  'products/bulk/price': { preview: 'products/bulk/price', undo: familyUndo },
  'products/bulk/categories': { preview: 'products/bulk/categories', undo: familyUndo },
  'products/bulk/status': { preview: 'products/bulk/status', undo: familyUndo },
  'products/bulk/characteristics': {
    preview: 'products/bulk/characteristics',
    undo: familyUndo,
  },
  'products/bulk/stock': { preview: 'products/bulk/stock', undo: familyUndo },
  'product-reviews/bulk/approve': {
    preview: 'product-reviews/bulk/approve/preview',
    undo: 'product-reviews/bulk/undo-approval',
    stands: 'changes of products on sale have replaced their values: the history puts them back',
  },
  'product-reviews/bulk/reject': {
    preview: 'src/features/catalogue/products/moderation/reject-dialog.tsx',
    stands: 'the vendor gets the reason by e-mail at once, and submits again',
  },
  'orders/bulk/status': {
    preview: 'orders/bulk/status/preview',
    undo: 'orders/bulk/undo',
    stands: 'what is more than a handover tells the customer at once and moves money and stock',
  },
  'abusive_reports/bulk/decide': {
    preview: 'src/features/feedback/complaints/case-bulk.tsx',
    undo: 'reviews/:id/restore',
    stands: 'declined complaints: those who complained are told at once',
  },
  'questions/bulk/answer': {
    preview: 'src/features/feedback/answer-many-dialog.tsx',
    stands: 'the customers get the answer by e-mail at once; it can be edited',
  },
};

const declared = [
  ...declaredActions.map(({ at }) => splitAddress(at).path),
  ...Object.values<{ at: string }>(familyActions(resources.tags)).map(({ at }) =>
    splitAddress(at).path.replace('tags/', ':family/'),
  ),
  splitAddress(familyActions(resources.reviews).restore.at).path,
].map((path) => path.replace(/:(key|id)\b/g, ':id'));
const isThere = (place: string) =>
  place.startsWith('src/') ? readFileSync(place, 'utf8') !== '' : declared.includes(place);

describe('a change of many rows', () => {
  it('is listed here with its preview and its undo', () => {
    const helpers = new Set(Object.values(actions).flatMap(({ preview, undo = '' }) => [preview, undo]));
    const found = declared.filter((path) => path.includes('/bulk/') && !helpers.has(path));
    const known = Object.keys(actions).filter((path) => !helpers.has(path));

    expect(found.toSorted((a, b) => a.localeCompare(b))).toEqual(
      known.toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it.each(Object.entries(actions))('by %s has both, or a reason why it stands', (path, action) => {
    expect([path, isThere(path), isThere(action.preview)]).toEqual([path, true, true]);
    expect(action.undo ? isThere(action.undo) : (action.stands ?? '') !== '').toBe(true);
  });
});
