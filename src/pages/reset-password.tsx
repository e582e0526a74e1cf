import dynamic from 'next/dynamic';
import { defineAuthPage } from '@/shell/auth-layout';

const ResetPassword = dynamic(() =>
  import('@/features/accounts/auth/reset-password').then((module) => module.ResetPassword),
);

export default defineAuthPage(ResetPassword, { titleKey: 'common:text-new-password' });
