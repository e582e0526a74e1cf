import dynamic from 'next/dynamic';
import { defineAuthPage } from '@/shell/auth-layout';

const RegisterForm = dynamic(() =>
  import('@/features/accounts/auth/register-form').then((module) => module.RegisterForm),
);

export default defineAuthPage(RegisterForm, { titleKey: 'common:admin-register-title' });
