import dynamic from 'next/dynamic';
import { defineAuthPage } from '@/shell/auth-layout';

const LoginCode = dynamic(() =>
  import('@/features/accounts/auth/login-code').then((module) => module.LoginCode),
);

export default defineAuthPage(LoginCode, { titleKey: 'common:text-login-code' });
