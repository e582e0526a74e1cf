import { isDecision, type ProductStatus, statusChoices } from '@/contract/catalogue/products/moderation';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useSettings } from '@/state/settings';

/** Statuses that the user may choose for a product; of the team, only who decides about products publishes them. */
export function useStatusChoices(status: ProductStatus | undefined): readonly ProductStatus[] {
  const isAdmin = usePermissions().includes('super_admin');
  const mayDecide = useMay('moderation:decide');
  const { isProductReview } = useSettings();
  const choices = statusChoices({
    isAdmin: isAdmin && mayDecide,
    isReviewed: isProductReview,
    ...(status && { status }),
  });
  return isAdmin && !mayDecide ? choices.filter((one) => !isDecision(status, one)) : choices;
}
