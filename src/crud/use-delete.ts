import { useCallback } from 'react';
import type { AnyResource, BaseRow } from '@/contract/core/define';
import { findDeleteDialog } from '@/contract/dialogs';
import { useModalActions } from '@/state/modal';

export function useDelete(resource: AnyResource) {
  const { open } = useModalActions();
  return useCallback(
    (row: BaseRow) => {
      const dialog = findDeleteDialog(resource.name);
      if (dialog) open(dialog, { id: row.id, title: resource.titleOf(row) });
    },
    [resource, open],
  );
}
