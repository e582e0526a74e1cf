import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import { Loader } from '@/components/ui/loader';
import { api } from '@/lib/api/client';
import { dropCredentials } from '@/lib/session/session';
import { showToast } from '@/lib/toast';
import { useCartActions } from '@/state/cart';
import { useCheckoutActions } from '@/state/checkout';
import { useRecent } from '@/state/recent';
import { useForgetReceipts } from '@/state/till';

/** Signs out on mount and clears the person's data; the gate then redirects to the login page. */
export function Logout() {
  const { t } = useTranslation('common');
  const queryClient = useQueryClient();
  const cart = useCartActions();
  const checkout = useCheckoutActions();
  const { forget } = useRecent(undefined);
  const forgetReceipts = useForgetReceipts();
  const hasStarted = useRef(false);

  useEffect(() => {
    // Strict mode runs effects twice.
    if (hasStarted.current) return;
    hasStarted.current = true;

    const leave = async () => {
      // A session unknown to the server has ended, too.
      await api.post('logout').catch(() => undefined);
      dropCredentials();
      cart.reset();
      checkout.reset();
      forget();
      forgetReceipts();
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'settings' });
      showToast('success', t('successfully-logout'));
    };
    void leave();
  }, [t, queryClient, cart, checkout, forget, forgetReceipts]);

  return <Loader isFullScreen text={t('signing-out-text')} />;
}
