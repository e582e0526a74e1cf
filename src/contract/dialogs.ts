import type { ResourceName } from './index';

/** Delete confirmations: the dialog's name → its family (specification §2; reference entities E122). */
export const deleteDialogs = {
  DELETE_TAG: 'tags',
  DELETE_BOX: 'boxes',
  DELETE_FAQ: 'faqs',
  DELETE_STORE_NOTICE: 'store-notices',
  DELETE_ERROR_CODE: 'error-codes',
} as const satisfies Record<string, ResourceName>;

export type DeleteDialog = keyof typeof deleteDialogs;

/** Every dialog of the global host, and what it must be given. */
export type DialogData = {
  [Name in DeleteDialog]: {
    id: number;
    /** Named in the text, so that nobody deletes the wrong thing. */
    title: string;
  };
} & {
  SEARCH_VIEW: undefined;
  DESCRIPTION_VIEW: { title: string; text: string };
};

export type DialogName = keyof DialogData;

/** The delete dialog of a family; undefined for a family that has none. */
export function deleteDialogOf(family: string): DeleteDialog | undefined {
  const found = Object.entries(deleteDialogs).find(([, name]) => name === family);
  return found && (found[0] as DeleteDialog);
}
