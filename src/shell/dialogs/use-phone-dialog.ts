import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toClientError } from '@/lib/api/errors';
import { useModalActions } from '@/state/modal';

/** Opens the dialog about a confirmed phone when any request is refused for lack of one (specification §2). */
export function usePhoneDialog(): void {
  const client = useQueryClient();
  const { open } = useModalActions();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (toClientError(event.action.error).code === 'PHONE_NOT_VERIFIED') open('NO_ACTIVATED_PHONE');
      }),
    [client, open],
  );
}
