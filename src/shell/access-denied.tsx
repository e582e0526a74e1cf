import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { ErrorPage } from '@/components/page/error-page';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import { accessOfPage } from '@/contract/access';
import { holds, type Right } from '@/contract/core/areas';
import { shopCounterpart } from '@/contract/pages/moved';
import { useMe, usePermissions } from '@/lib/session/me';
import { useMayOpen } from '@/lib/session/rights';
import { AppLayout } from './app-layout';
import { useInstead } from './use-instead';

/** What a limited person lacks for this address, and who gives it; undefined when it is not the role that closes it. */
function useLackedRight(): string | undefined {
  const { t } = useTranslation('common');
  const { asPath } = useRouter();
  const permissions = usePermissions();
  const right = accessOfPage(asPath.split(/[?#]/, 1)[0] ?? '/');
  if (!right?.includes(':') || holds(permissions, right as Right)) return undefined;
  const [area, level] = right.split(':');
  return t(permissions.includes('super_admin') ? 'forbidden.right' : 'forbidden.shop-right', {
    area: t(`areas.${area}`),
    level: t(`levels.${level}`),
  });
}

/** Slugs of the shops that the person owns or works in. */
function useOwnShops(): string[] {
  const { data } = useMe();
  return [...(data?.shops ?? []), ...(data?.managed_shop ? [data.managed_shop] : [])].map(({ slug }) => slug);
}

/**
 * The access-denied screen of specification §2, also for pages the permissions do not allow; a shop's people see their
 * own page instead, where there is one. Whoever works here keeps the menu.
 */
export function AccessDenied() {
  const { t } = useTranslation('common');
  const permissions = usePermissions();
  const mayOpen = useMayOpen();
  const { asPath } = useRouter();
  const shops = useOwnShops();
  const lack = useLackedRight();
  const isElsewhere = useInstead((path) => {
    const shopSide = shopCounterpart(path, shops);
    return shopSide !== undefined && mayOpen(shopSide) ? shopSide : undefined;
  });
  if (isElsewhere) return <Loader isFullScreen />;
  // A customer has no home page here: the way out is another account.
  const isCustomer = permissions.length > 0 && permissions.every((one) => one === 'customer');
  const worksHere = permissions.length > 0 && !isCustomer;
  const refusal = (
    <ErrorPage
      isFullScreen={!worksHere}
      picture="denied"
      title={t('text-access-denied')}
      text={lack ?? t(isCustomer ? 'text-customer-denied-message' : 'text-access-denied-message')}
    >
      <LinkButton href={isCustomer ? '/logout' : '/'} variant="primary">
        {t(isCustomer ? 'text-other-account' : 'text-return-home')}
      </LinkButton>
    </ErrorPage>
  );
  return worksHere ? (
    <AppLayout layout="app" path={asPath}>
      {refusal}
    </AppLayout>
  ) : (
    refusal
  );
}
