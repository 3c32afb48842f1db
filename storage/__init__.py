"""The database: schema, one repository file per subject, codec, migrations."""
