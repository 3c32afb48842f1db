"""Our Space Age Air Force: a solo dogfight of jets, hex by hex (ledger.toml; what the lost posts left open is ours)."""
