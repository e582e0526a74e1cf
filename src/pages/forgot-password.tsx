import '@/shell/page-titles';
import dynamic from 'next/dynamic';

const ForgotPassword = dynamic(() =>
  import('@/features/accounts/auth/forgot-password').then((module) => module.ForgotPassword),
);

export default function ForgotPasswordPage() {
  return <ForgotPassword />;
}

ForgotPasswordPage.titleKey = 'common:text-password-recovery';
