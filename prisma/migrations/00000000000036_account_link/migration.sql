-- A link that lets somebody set a password, once: an invitation to the desk, or a new password for who is there. The token
-- itself is kept nowhere.
CREATE TABLE "account_link" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "operator_id" TEXT,
    "role" TEXT,
    "tenants" TEXT[],
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_link_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "account_link_token_hash_key" ON "account_link"("token_hash");
CREATE INDEX "account_link_email_idx" ON "account_link"("email");
-- AddForeignKey
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operator"("id") ON DELETE CASCADE ON UPDATE CASCADE;
