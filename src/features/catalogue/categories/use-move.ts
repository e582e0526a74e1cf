import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useRef, useState } from 'react';
import type { AnyResource } from '@/contract/core/define';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';
import type { Branch, CategoryRow } from './tree';

/** Where a category goes: under a parent, null being the top, at a position from 1 or at the end. */
export interface Place {
  parent: CategoryRow | null;
  position?: number;
}

interface Move {
  id: number;
  parent: number | null;
  position?: number | undefined;
}

/** Moves categories one at a time; says what came of it, and offers to take back what the mouse did. */
export function useMove(resource: AnyResource) {
  const client = useQueryClient();
  const { t } = useTranslation(['resources', 'common']);
  const [said, setSaid] = useState('');
  /** The category that the keyboard moves: the focus stays with it. */
  const focused = useRef<number | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, ...place }: Move) => api.post<CategoryRow>(`${resource.endpoint}/${id}/move`, place),
    // Back to what the server has, whichever way it went.
    onSettled: () => client.invalidateQueries({ queryKey: [resource.name] }),
    onError: (reason) => {
      const error = toClientError(reason);
      const text = 'parent' in error.fields ? t('resources:categories.tree.refused') : errorText(t, error);
      setSaid(text);
      showToast('error', text, error.requestId === undefined ? {} : { requestId: error.requestId });
    },
    meta: { silent: true },
  });

  function move({ row }: Branch, { parent, position }: Place, { isByHand }: { isByHand: boolean }): void {
    if (isPending) return;
    focused.current = isByHand ? null : row.id;
    const { id, name } = row;
    const place = { parent: parent?.id ?? null, ...(position !== undefined && { position }) };
    mutate(
      { id, ...place },
      {
        onSuccess: (moved) => {
          const where = parent
            ? t('resources:categories.tree.to-parent', { name: parent.name })
            : t('resources:categories.tree.to-root');
          const text = t('resources:categories.tree.moved', {
            name,
            position: moved.position,
            parent: where,
          });
          setSaid(text);
          if (!isByHand) return;
          const before = { id, parent: row.parent_id, position: row.position };
          const action = { label: t('common:button-undo'), onClick: () => mutate(before) };
          showToast('success', text, { action });
        },
      },
    );
  }

  return { move, said, focused };
}
