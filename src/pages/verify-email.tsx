import { AuthLayout } from '@/shell/auth-layout';
import '@/shell/page-titles';
import dynamic from 'next/dynamic';

const VerifyEmail = dynamic(() =>
  import('@/features/accounts/auth/verify-email').then((module) => module.VerifyEmail),
);

export default function VerifyEmailPage() {
  return (
    <AuthLayout>
      <VerifyEmail />
    </AuthLayout>
  );
}

VerifyEmailPage.titleKey = 'common:text-verify-email';
