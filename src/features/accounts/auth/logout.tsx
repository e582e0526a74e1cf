import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef, useState } from 'react';
import { Loader } from '@/components/ui/loader';
import { api } from '@/lib/api/client';
import { changeQueue, isAnythingWaiting, useQueue } from '@/lib/queue/waiting';
import { useMe } from '@/lib/session/me';
import { dropCredentials } from '@/lib/session/session';
import { showToast } from '@/lib/toast';
import { useCartActions } from '@/state/cart';
import { useCheckoutActions } from '@/state/checkout';
import { useRecent } from '@/state/recent';
import { useForgetReceipts } from '@/state/till';
import { UnsentQuestion } from './unsent-question';

/**
 * Signs out on mount and clears the person's data; the gate then redirects to the login page. Asks first when something
 * waits for a network.
 */
export function Logout() {
  const { t } = useTranslation('common');
  const queryClient = useQueryClient();
  const cart = useCartActions();
  const checkout = useCheckoutActions();
  const { forget } = useRecent(undefined);
  const forgetReceipts = useForgetReceipts();
  const hasStarted = useRef(false);
  const [isSure, setSure] = useState(() => !isAnythingWaiting());
  const { data: me, isPending } = useMe();
  const unsent = useQueue(me?.id).length;
  // Without an answer nobody knows whose queue it is: it stays for that person.
  const isLeaving = isSure || (!isPending && unsent === 0);

  useEffect(() => {
    // Strict mode runs effects twice.
    if (hasStarted.current || !isLeaving) return;
    hasStarted.current = true;

    const leave = async () => {
      // A session unknown to the server has ended, too.
      await api.post('logout').catch(() => undefined);
      dropCredentials();
      if (me) changeQueue(me.id, () => []);
      cart.reset();
      checkout.reset();
      forget();
      forgetReceipts();
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'settings' });
      showToast('success', t('successfully-logout'));
    };
    void leave();
  }, [t, queryClient, cart, checkout, forget, forgetReceipts, isLeaving, me]);

  if (!isLeaving && unsent > 0) return <UnsentQuestion count={unsent} onLeave={() => setSure(true)} />;
  return <Loader isFullScreen text={t('signing-out-text')} />;
}
