# The bot in a container: docs/container.md. Its base is Python's own slim image, or any Debian that has python3 and python3-venv.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /srv/admiralty
COPY requirements.lock ./
RUN python3 -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock
COPY . .
# The root file system is read only while it runs: compiled files are made here.
RUN /opt/venv/bin/python -m compileall -q --invalidation-mode unchecked-hash .

FROM ${BASE}
RUN useradd --uid 10001 --no-create-home --user-group --home-dir /data --shell /usr/sbin/nologin admiralty \
    && install -d -o admiralty -g admiralty -m 700 /data
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv/admiralty /srv/admiralty
ENV ADMIRALTY_DATA=/data PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /data
VOLUME /data
# Turns and letters under way finish first.
STOPSIGNAL SIGINT
HEALTHCHECK --interval=1m --timeout=30s --start-period=3m --retries=3 CMD ["/opt/venv/bin/python", "/srv/admiralty/bot.py", "health"]
ENTRYPOINT ["/opt/venv/bin/python", "/srv/admiralty/bot.py"]
CMD ["run"]
