import { useTranslation } from 'next-i18next/pages';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { ShopStub } from '@/contract/accounts/auth';
import { adminOwner, isAllowed } from '@/contract/core/permissions';
import { env } from '@/lib/env';
import { usePermissions } from '@/lib/session/me';
import { shopUrl } from '@/lib/storefront';

/** Link to the storefront; hidden without one. */
export function VisitLink({ shop }: { shop: ShopStub | undefined }) {
  const { t } = useTranslation('common');
  const permissions = usePermissions();
  if (!env.storefrontUrl || !isAllowed(adminOwner, permissions)) return null;

  const label = t(shop ? 'text-visit-store' : 'text-visit-site');
  return (
    <a
      href={shop ? shopUrl(env.storefrontUrl, shop.slug) : env.storefrontUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      className="flex h-8.5 shrink-0 items-center gap-2 rounded-control px-2 font-medium phone:hidden text-ink-second hover:bg-sunken hover:text-ink pointer-coarse:h-10"
    >
      <SpriteIcon name="external-link" className="size-4.25" />
      <span className="hidden xl:inline">{label}</span>
    </a>
  );
}
