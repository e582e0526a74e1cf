import dynamic from 'next/dynamic';
import { AuthLayout } from '@/shell/auth-layout';

const VerifyLicense = dynamic(() =>
  import('@/features/accounts/auth/verify-license').then((module) => module.VerifyLicense),
);

export default function VerifyLicensePage() {
  return (
    <AuthLayout>
      <VerifyLicense />
    </AuthLayout>
  );
}

VerifyLicensePage.titleKey = 'common:text-verify-license';
