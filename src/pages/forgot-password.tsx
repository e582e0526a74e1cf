import dynamic from 'next/dynamic';
import { defineAuthPage } from '@/shell/auth-layout';

const ForgotPassword = dynamic(() =>
  import('@/features/accounts/auth/forgot-password').then((module) => module.ForgotPassword),
);

export default defineAuthPage(ForgotPassword, { titleKey: 'common:text-password-recovery' });
