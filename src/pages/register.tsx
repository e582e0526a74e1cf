import { AuthLayout } from '@/shell/auth-layout';
import '@/shell/page-titles';
import dynamic from 'next/dynamic';

const RegisterForm = dynamic(() =>
  import('@/features/accounts/auth/register-form').then((module) => module.RegisterForm),
);

export default function RegisterPage() {
  return (
    <AuthLayout>
      <RegisterForm />
    </AuthLayout>
  );
}

RegisterPage.titleKey = 'common:admin-register-title';
