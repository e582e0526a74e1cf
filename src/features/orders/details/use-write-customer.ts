import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isAllowed } from '@/contract/core/permissions';
import { conversationsEndpoint } from '@/contract/messaging/conversations';
import type { OrderDetails } from '@/contract/orders/wire';
import { api } from '@/lib/api/client';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { useMe } from '@/lib/session/me';

/**
 * Opens or starts the conversation of the part's shop with its customer. Undefined where the two cannot write to each
 * other: a guest has no account, and only the shop's people take part.
 */
export function useWriteCustomer({ id, parent_id, shop_id, customer_id }: OrderDetails) {
  const client = useQueryClient();
  const redirect = useRedirect();
  const { data: me } = useMe();
  const opening = useMutation({
    mutationFn: () => api.post(conversationsEndpoint, { order_id: id }),
    onSuccess: (conversation) => {
      void client.invalidateQueries({ queryKey: [conversationsEndpoint] });
      redirect(`/shop-message/${conversation.id}`);
    },
  });
  const permissions = me?.permissions.map(({ name }) => name) ?? [];
  const worksThere =
    me?.shops.some((shop) => shop.id === shop_id && shop.is_active) ||
    (me?.managed_shop?.id === shop_id &&
      me?.managed_shop?.is_active &&
      isAllowed(['staff:feedback'], permissions));
  const hasAccount = customer_id !== null && customer_id !== me?.id;
  if (parent_id === null || !hasAccount || !worksThere) return undefined;
  return { isOpening: opening.isPending, write: () => opening.mutate() };
}
