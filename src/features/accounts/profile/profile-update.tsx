import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import { OnlyWith } from '@/components/domain/only-with';
import { PageHeader } from '@/components/page/page-header';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import type { Me } from '@/contract/accounts/auth';
import { useLeaveGuard } from '@/lib/form/use-leave-guard';
import { useHashTarget } from '@/lib/hooks/use-hash-target';
import { lazyPart } from '@/lib/lazy-part';
import { useMe, usePermissions } from '@/lib/session/me';
import { isViewing } from '@/lib/session/session';
import { EmailSection } from './email-section';
import { InformationSection } from './information-section';
import { NotificationSection } from './notification-section';
import { PasswordSection } from './password-section';
import { PictureSection } from './picture-section';
import { SessionsSection } from './sessions-section';

const SecondFactorSection = lazyPart(() => import('./second-factor-section'), 'SecondFactorSection');
const SignInLinksSection = lazyPart(() => import('./sign-in-links-section'), 'SignInLinksSection');
const PasskeysSection = lazyPart(() => import('./passkeys-section'), 'PasskeysSection');
const AddressesSection = lazyPart(() => import('./addresses-section'), 'AddressesSection');
const PreferencesSection = lazyPart(() => import('./preferences-section'), 'PreferencesSection');

/** The person's own account in sections, each saved separately. */
export function ProfileUpdate() {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  const isAdmin = usePermissions().includes('super_admin');
  const listen = useDirtySections();
  useHashTarget(me !== undefined);
  if (!me) return <Loader />;

  return (
    <>
      <PageHeader title={t('text-profile-update')} parent={{ href: '/profile', label: t('text-profile') }}>
        <LinkButton href="/profile">{t('button-view-profile')}</LinkButton>
      </PageHeader>
      <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem]">
        <div className="grid min-w-0 gap-4">
          <InformationSection me={me} onDirty={listen('information')} />
          {!isViewing && <SignInSections me={me} listen={listen} />}
          <AddressesSection me={me} />
        </div>
        <div className="grid min-w-0 gap-4">
          <PictureSection me={me} />
          {isAdmin && <NotificationSection me={me} onDirty={listen('notifications')} />}
          <OnlyWith capability="notification-settings">
            <div id="notifications">
              <PreferencesSection />
            </div>
          </OnlyWith>
          {!isViewing && (
            <OnlyWith capability="sessions">
              <div id="sessions">
                <SessionsSection />
              </div>
            </OnlyWith>
          )}
        </div>
      </div>
    </>
  );
}

/** How the person signs in, which nobody else sees. */
function SignInSections({ me, listen }: { me: Me; listen: ReturnType<typeof useDirtySections> }) {
  return (
    <>
      <EmailSection me={me} onDirty={listen('email')} />
      <PasswordSection me={me} onDirty={listen('password')} />
      <OnlyWith capability="two-factor">
        <div id="second-factor">
          <SecondFactorSection me={me} />
        </div>
        <PasskeysSection me={me} />
      </OnlyWith>
      <OnlyWith capability="sign-in-providers">
        <div id="sign-in-links" className=" empty:hidden">
          <SignInLinksSection />
        </div>
      </OnlyWith>
    </>
  );
}

/** One confirmation before leaving, however many sections have unsaved changes. */
function useDirtySections() {
  const { t } = useTranslation('form');
  const { guard } = useLeaveGuard(t('form:leave-question'));
  const dirty = useRef(new Set<string>());
  return (key: string) => (isDirty: boolean) => {
    if (isDirty) dirty.current.add(key);
    else dirty.current.delete(key);
    guard(dirty.current.size > 0);
  };
}
