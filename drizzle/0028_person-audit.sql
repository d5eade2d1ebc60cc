-- What a person does of their own (signs in, changes the password) is on record under no organization.
ALTER TABLE "audit" DROP CONSTRAINT "audit_organization_id_fkey";
