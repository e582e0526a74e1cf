import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { Loader } from '@/components/ui/loader';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { part } from '@/lib/part';
import { useMe, usePermissions } from '@/lib/session/me';

const ShopForm = part(
  dynamic(() => import('./shop-form').then((module) => module.ShopForm), {
    loading: () => <Loader />,
  }),
);

/** Form of a new shop; an owner's is prefilled with their company's requisites. */
export function NewShop() {
  const { data: me } = useMe();
  const isAdmin = usePermissions().includes('super_admin');
  const canAsk = useCan('vendor-settings');
  const settings = useQuery({
    queryKey: ['vendor/settings'],
    queryFn: () => api.get('vendor/settings'),
    enabled: canAsk && !isAdmin,
    // The form works without them: they only prefill fields.
    retry: false,
  });
  // The draft's key needs the user.
  if (settings.isLoading || !me) return <Loader />;
  return <ShopForm company={settings.data?.company} />;
}
