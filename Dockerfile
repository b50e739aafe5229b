# A class's image: JupyterLab with the book's notebooks, for JupyterHub, Binder, or one machine:
#
#     docker build -t perceptron-book .
#     docker run -p 8888:8888 perceptron-book
#
# The first stage builds the book, which writes the notebooks in plain Markdown; the second holds
# what a student needs and no more.  tests/ways/test_documents.py runs these lines' Python.

ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS built
WORKDIR /srv/book
# torch without CUDA is a tenth of the size: name the index that has it, if you know one.
ARG PIP_EXTRA_INDEX_URL=
RUN apt-get update && apt-get install -y --no-install-recommends git \
 && rm -rf /var/lib/apt/lists/*
COPY requirements.txt pyproject.toml README.md LICENSE ./
COPY ptronlib ptronlib
RUN pip install --no-cache-dir -r requirements.txt
COPY . .
RUN jupyter-book build . -W --keep-going -q

FROM python:${PYTHON}-slim
# Binder passes the name and the number of its user; JupyterHub's spawners expect the same ones.
ARG NB_USER=jovyan
ARG NB_UID=1000
ENV USER=${NB_USER} HOME=/home/${NB_USER} JUPYTER_PREFER_ENV_PATH=1
# One thread for each student: 200 kernels that each take every core would wait for each other.
ENV OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 NUMBA_NUM_THREADS=1
RUN adduser --disabled-password --gecos "" --uid ${NB_UID} ${NB_USER}
WORKDIR /srv/ptronlib
COPY requirements.txt pyproject.toml README.md LICENSE ./
COPY ptronlib ptronlib
RUN grep -v '^-e ' requirements.txt > pinned.txt \
 && pip install --no-cache-dir -c pinned.txt jupyterlab ipykernel "jupyterhub>=5" \
    ".[fast,plots,widgets,data,sklearn,tables]" \
 && chown -R ${NB_UID} "$(python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/ptronlib"
COPY --from=built --chown=${NB_UID} /srv/book/_build/notebooks ${HOME}/book
COPY --chown=${NB_UID} experiments/results ${HOME}/experiments/results
USER ${NB_USER}
WORKDIR ${HOME}
# The digits, verified, and the compiled loops: fetched and compiled once, not by each student.
RUN python -m ptronlib.mnist \
 && python -c "from ptronlib import perceptron, samples; s = samples.orthonormal(3); perceptron(s.X, s.y)"
EXPOSE 8888
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--no-browser"]
